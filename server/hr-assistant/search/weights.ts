// Written by bench/assistant-fit.ts: fitted on 677 questions, in the order of `featureNames` and `confidenceNames`.
export const rankingWeights: readonly number[] = [
  2.140, // share
  1.929, // ofBest
  3.934, // coverage
  1.036, // headingAsked
  1.235, // askedHeading
  2.753, // line
  0.865, // pairs
  0.514, // amounts
  2.001, // citations
  1.153, // policyShare
  1.242, // policyTerms
  0.646, // schoolFits
  -1.168, // schoolMisses
  -1.535, // model
  -0.197, // short
  -0.069, // list
  -0.799, // practice
  -0.570, // scope
  0.902, // policySays
]
export const confidenceWeights: readonly number[] = [
  -6.195, // bias
  -2.973, // share
  0.896, // coverage
  -0.090, // askedHeading
  -1.002, // inside
  -1.851, // outside
  -0.456, // outsideWins
  -0.251, // strange
  0.510, // margin
  0.441, // score
  1.473, // long
  -2.434, // signs
  1.742, // known
  0.609, // things
  0.340, // oneThing
  -0.689, // noThing
  1.129, // exact
]
