// The figures in a text: amounts, counts, percentages, citations and telephone numbers, each in one way of writing.

/** "40.1-28.7:12", "1-800-552-7096", "$12.77", "8%", "1,250" → "1250" */
const figure = /\d+(?:[.:]\d+)*-\d+(?:[-.:]\d+)*|\$?\d[\d,]*(?:\.\d+)?(?:\s?%)?/g

export const figuresIn = (text: string): string[] =>
  // The sheet writes ranges with a dash of its own; a comma or a stop after a figure is no part of it.
  [...new Set((text.match(figure) ?? []).map((each) => each.replace(/,(?=\d{3})|\s/g, '').replace(/[,.:]+$/, '')))]
