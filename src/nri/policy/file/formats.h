#pragma once

#include "manifest/job/fields/format.h"

/// What texts in a policy file may look like.
namespace railhead::nri {

extern const manifest::job::FormatFacts kMemlockAmount;  // of memlock
extern const manifest::job::FormatFacts kLimitAmount;    // of other limits
extern const manifest::job::FormatFacts kLimitType;
extern const manifest::job::FormatFacts kRuleName;
extern const manifest::job::FormatFacts kSpacePattern;  // a namespace, or how it begins
extern const manifest::job::FormatFacts kClassPattern;  // a runtime class
extern const manifest::job::FormatFacts kKeyPattern;    // a key of labels and annotations
extern const manifest::job::FormatFacts kLabelPattern;  // a label's value
extern const manifest::job::FormatFacts kValuePattern;  // an annotation's value

}  // namespace railhead::nri
