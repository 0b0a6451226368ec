const computed =
  /\bhow (?:many|much)\b|\b(?:sum|total|totals|average|count|altogether|combined|add up)\b|(?:^\W*|\bthe )mean\b|сколько|сумм\p{L}*|итого|(?<!\p{L})(?:всего|суммарн\p{L}*|средн\p{L}+)(?!\p{L})|多少|几[个条种]|总[共数和额]|合计|平均|合計|いくつ|몇|합계|평균|\bwie ?viele?\b|\b(?:summe|insgesamt|gesamt\p{L}*|durchschnitt\p{L}*)\b|\bcombien\b|\b(?:somme|moyenne)\b|\bcu[áa]nt[oa]s?\b|\b(?:suma|promedio)\b|\b(?:la|una) media\b/iu;

/** Whether a question wants a count, a sum or a mean, which quoted rows do not give. */
export function asksToCompute(question: string): boolean {
  return computed.test(question);
}
