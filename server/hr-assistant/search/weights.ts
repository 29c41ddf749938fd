// Written by bench/assistant-fit.ts: fitted on 367 questions, in the order of `featureNames` and `confidenceNames`.
export const rankingWeights: readonly number[] = [
  2.181, // share
  2.043, // ofBest
  3.892, // coverage
  1.03, // headingAsked
  1.297, // askedHeading
  3.077, // line
  0.959, // pairs
  0.514, // amounts
  2.0, // citations
  1.646, // policyShare
  1.438, // policyTerms
  0.798, // schoolFits
  -1.22, // schoolMisses
  -1.555, // model
  0.002, // short
  -0.34, // list
  -0.81, // practice
  -0.545, // scope
]
export const confidenceWeights: readonly number[] = [
  -5.988, // bias
  -0.612, // share
  1.475, // coverage
  -0.586, // askedHeading
  -1.542, // inside
  -0.637, // outside
  -0.138, // outsideWins
  0.267, // strange
  0.448, // margin
  0.914, // score
  2.469, // long
  -3.119, // signs
  -1.676, // known
]
