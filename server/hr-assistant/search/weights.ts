// Written by bench/assistant-fit.ts: fitted on 800 questions, in the order of `featureNames` and `confidenceNames`.
export const rankingWeights: readonly number[] = [
  2.298, // share
  2.285, // ofBest
  3.826, // coverage
  0.864, // headingAsked
  1.307, // askedHeading
  2.299, // line
  1.005, // pairs
  0.521, // amounts
  2.001, // citations
  1.162, // policyShare
  1.328, // policyTerms
  0.674, // schoolFits
  -1.246, // schoolMisses
  -1.567, // model
  -0.069, // short
  0.171, // list
  -0.807, // practice
  -0.497, // scope
  1.079, // policySays
]
export const confidenceWeights: readonly number[] = [
  -5.963, // bias
  -1.503, // share
  1.409, // coverage
  0.364, // askedHeading
  0.581, // inside
  -1.016, // outside
  -0.224, // outsideWins
  0.088, // strange
  0.765, // margin
  0.281, // score
  1.205, // long
  -3.247, // signs
  0.49, // known
  1.212, // things
  0.498, // oneThing
  -0.874, // noThing
  0.937, // exact
]
