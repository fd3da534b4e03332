# lab: rails=2
# Two rails in one subnet: replies leave by the wrong one.
. /lab/lib.sh
rail_up 0
rail_up 1 address=10.0.100.11/24
record route "$(ip -o route get 10.0.100.200 from 10.0.100.11 | grep -o 'dev [^ ]*')"
doctor
