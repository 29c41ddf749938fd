// Fitted once on 1,412 of our own questions. The order is that of the feature names.
export const rankingWeights: readonly number[] = [
  2.259, // share
  2.541, // ofBest
  3.684, // coverage
  0.808, // headingAsked
  0.911, // askedHeading
  2.216, // line
  1.117, // pairs
  0.49, // amounts
  2.002, // citations
  1.111, // policyShare
  0.921, // policyTerms
  0.505, // schoolFits
  -1.075, // schoolMisses
  0.057, // short
  -0.192, // list
  -0.815, // practice
  -0.441, // scope
  1.037, // policySays
  0.871, // answers
]
