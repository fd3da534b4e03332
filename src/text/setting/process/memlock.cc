#include "text/setting/process/memlock.h"

#include "text/setting/adopt.h"

namespace railhead::text::setting {

void adopt_both_sides(facts::Known<facts::Limit>& fact, const facts::Known<facts::Limit>& told) {
  if (fact && told && fact->soft == told->soft && fact->hard == fact->soft)
    fact = told;
  else
    adopt(fact, told);
}

}  // namespace railhead::text::setting
