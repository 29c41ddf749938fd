// Written by bench/assistant-fit.ts: fitted on 996 questions, in the order of `featureNames` and `confidenceNames`.
export const rankingWeights: readonly number[] = [
  2.317, // share
  2.458, // ofBest
  3.753, // coverage
  0.904, // headingAsked
  0.85, // askedHeading
  2.413, // line
  1.006, // pairs
  0.535, // amounts
  2.001, // citations
  1.143, // policyShare
  0.974, // policyTerms
  0.652, // schoolFits
  -1.191, // schoolMisses
  -1.286, // model
  -0.25, // short
  -0.007, // list
  -0.814, // practice
  -0.429, // scope
  0.979, // policySays
  0.865, // answers
]
export const confidenceWeights: readonly number[] = [
  -6.156, // bias
  -1.609, // share
  -0.457, // coverage
  0.815, // askedHeading
  0.246, // inside
  -1.432, // outside
  -0.122, // outsideWins
  -0.454, // strange
  0.902, // margin
  0.395, // score
  1.369, // long
  -3.006, // signs
  -0.074, // known
  0.914, // things
  0.808, // oneThing
  -0.206, // noThing
  1.199, // exact
]
