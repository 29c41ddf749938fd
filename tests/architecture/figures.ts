// The numbers in a text: amounts, counts, percentages, citations, and telephone numbers, in a normalized form.

/** "40.1-28.7:12", "1-800-552-7096", "$12.77", "8%", "1,250" → "1250" */
const figure = /\d+(?:[.:]\d+)*-\d+(?:[-.:]\d+)*|\$?\d[\d,]*(?:\.\d+)?(?:\s?%)?/g

export const figuresIn = (text: string): string[] =>
  // The sheet writes ranges with a different dash; a comma or period after a number is not part of it.
  [...new Set((text.match(figure) ?? []).map((each) => each.replace(/,(?=\d{3})|\s/g, '').replace(/[,.:]+$/, '')))]
