#pragma once

/// The shell's part of asking a pod that has no program of ours: two fixed texts, whose words are given beside them.
namespace railhead::kube {

/// sh -c TEXT sh NAME LAST ARGUMENT...: takes the program from stdin into the first folder that can hold and run it, and runs
/// it. It is removed where LAST is 1 or the program failed. noclobber: a name that somebody else has made is not followed.
inline constexpr const char* kCopyAndRun = R"(umask 077; set -C; n=$1; last=$2; shift 2; f=
for d in /tmp /dev/shm /var/tmp /run "$HOME"; do
  [ -d "$d" ] && [ -w "$d" ] || continue
  g="$d/$n"
  if [ -z "$f" ]; then cat >"$g" || { rm -f "$g"; exit 74; }; else cat "$f" >"$g" && rm -f "$f" || { rm -f "$g"; break; }; fi
  f="$g"; chmod 700 "$f"
  "$f" --version >/dev/null 2>&1; [ $? = 126 ] || break
done
[ -n "$f" ] || { echo 'no folder can be written to' >&2; exit 73; }
"$f" "$@"; code=$?
[ "$last" = 0 ] && [ $code = 0 ] || rm -f "$f"
exit $code)";

/// sh -c TEXT sh NAME LAST ARGUMENT...: runs the copy that kCopyAndRun left.
inline constexpr const char* kRunCopy = R"(n=$1; last=$2; shift 2
for d in /tmp /dev/shm /var/tmp /run "$HOME"; do f="$d/$n"; [ -x "$f" ] && break; done
"$f" "$@"; code=$?
[ "$last" = 0 ] || rm -f "$f"
exit $code)";

}  // namespace railhead::kube
