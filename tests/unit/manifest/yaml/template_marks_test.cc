#include "manifest/yaml/template_marks.h"

#include <gtest/gtest.h>

namespace railhead::manifest {
namespace {

std::string found(std::string_view text) {
  const auto mark = template_mark(text, parse_yaml(text));
  return mark ? std::to_string(mark->line) + ":" + std::to_string(mark->column) + " " + mark->mark : "none";
}

TEST(TemplateMarks, AMappingInAMappingIsAMark) {
  EXPECT_EQ(found("a: 1\nb: {{ .Values.b }}\n"), "2:4 {{ .Values.b }}");
  EXPECT_EQ(found("a:\n- {{ item }}\n"), "2:3 {{ item }}");
}

TEST(TemplateMarks, ATextThatIsNoYamlNamesItsFirstMark) {
  EXPECT_EQ(found("a: 1\n  {{- if .x }}\nb: 2\n"), "2:3 {{- if .x }}");
  EXPECT_EQ(found("{% for a in b %}\n- a\n{% endfor %}\n"), "1:1 {% for a in b %}");
}

TEST(TemplateMarks, WhatOnlyAChartWritesIsAMarkInAPlainScalar) {
  EXPECT_EQ(found("\xC3\xA4: x:{{ .Values.tag }}\n"), "1:6 {{ .Values.tag }}");
  EXPECT_EQ(found("a: --format={{.Name}}\n"), "none");
  EXPECT_EQ(found("a: Instance {{ $labels.instance }} down\n"), "none");
}

TEST(TemplateMarks, TemplatesOfOthersAreTextsOfTheManifest) {
  EXPECT_EQ(found("a: \"{{ .Values.x }}\"\nb: '{{ x }}'\n"), "none");
  EXPECT_EQ(found("a: |\n  {{ .Values.x }}\n  {% x %}\nb: >-\n  {{- include \"x\" . }}\n"), "none");
  EXPECT_EQ(found("a: \"x\n  {{ .Values.y }}\"\n"), "none");
  EXPECT_EQ(found("# {{ .Values.x }}\na: 1 # {{ x }}\n"), "none");
}

TEST(TemplateMarks, AnotherFaultIsNotCalledATemplate) {
  EXPECT_EQ(found("a: \"{{ x }}\"\n\tb: 1\n"), "none");
  EXPECT_EQ(found("a: |\n  {{ x }}\nb: [\n"), "none");
  EXPECT_EQ(found("# {{ x }}\na: [\n"), "none");
  EXPECT_EQ(found("a: 1\na: 2\nb: {{ x }}\n"), "none");
}

TEST(TemplateMarks, ALongMarkIsCut) {
  EXPECT_EQ(found("a: {{ " + std::string(100, 'x')).size(), std::string("1:4 ").size() + 60);
}

}  // namespace
}  // namespace railhead::manifest
