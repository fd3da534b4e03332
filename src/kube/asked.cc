#include <deque>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "kube/client.h"
#include "kube/in_url.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kPage = 500;
constexpr std::size_t kMostOfPage = std::size_t{64} << 20U;
constexpr int kMostPages = 10000;

Failure malformed(const std::string& what) { return {.trouble = Trouble::other, .said = what}; }

/// One path, page after page.
class Pages {
 public:
  Pages(const Client& client, sys::Processes& processes, const Asked& asked, Answer<void>& answer)
      : client_(client), processes_(processes), asked_(asked), answer_(answer) {}

  void ask_next() {
    text_.clear();
    std::string path = asked_.path + (asked_.path.find('?') == std::string::npos ? "?" : "&") + base::format("limit={}", kPage);
    if (!after_.empty()) path += "&continue=" + in_url(after_);
    processes_.add({.command = client_.command({"get", "--raw", path}),
                    .out =
                        [this](std::string_view text) {
                          text_ += text;
                          return text_.size() <= kMostOfPage;
                        },
                    .ended = [this](const base::Result<sys::Ending>& ending) { take(ending); }});
  }

 private:
  void take(const base::Result<sys::Ending>& ending) {
    if (auto failure = failed(ending)) {
      const bool expired = !after_.empty() && failure->said.find("Expired") != std::string::npos;
      answer_ = std::unexpected(expired ? malformed("the list changed faster than it could be read") : *std::move(failure));
      return;
    }
    if (ending->enough) {
      answer_ = std::unexpected(malformed("the answer has more than 64 MiB"));
      return;
    }
    take_page();
  }

  void take_page() {
    Json page = Json::parse(text_, nullptr, false);
    text_ = {};
    if (page.is_discarded() || !page.is_object()) {
      answer_ = std::unexpected(malformed("the answer is no JSON object"));
      return;
    }
    const auto items = page.find("items");
    if (items == page.end()) return asked_.take(page);
    if (items->is_array())
      for (const Json& item : *items) asked_.take(item);
    after_ = next_of(page);
    if (!after_.empty() && ++pages_ < kMostPages) ask_next();
  }

  static std::string next_of(const Json& page) {
    const auto metadata = page.find("metadata");
    if (metadata == page.end() || !metadata->is_object()) return {};
    const auto next = metadata->find("continue");
    return next != metadata->end() && next->is_string() ? next->get<std::string>() : std::string();
  }

  const Client& client_;
  sys::Processes& processes_;
  const Asked& asked_;
  Answer<void>& answer_;
  std::string text_;
  std::string after_;
  int pages_ = 0;
};

}  // namespace

std::vector<Answer<void>> asked(const Client& client, const std::vector<Asked>& all) {
  std::vector<Answer<void>> answers(all.size());
  sys::Processes processes(client.access().at_once);
  std::deque<Pages> lists;
  for (std::size_t i = 0; i < all.size(); ++i) lists.emplace_back(client, processes, all[i], answers[i]).ask_next();
  processes.wait();
  return answers;
}

Answer<Json> object_at(const Client& client, const std::string& path) {
  Json object;
  const std::vector<Answer<void>> answers = asked(client, {{.path = path, .take = [&](const Json& one) { object = one; }}});
  if (!answers.front()) return std::unexpected(answers.front().error());
  return object;
}

}  // namespace railhead::kube
