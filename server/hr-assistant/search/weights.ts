// Written by bench/assistant-fit.ts: fitted on 367 questions, in the order of `featureNames` and `confidenceNames`.
export const rankingWeights: readonly number[] = [
  2.181, // share
  2.047, // ofBest
  3.895, // coverage
  1.016, // headingAsked
  1.305, // askedHeading
  3.078, // line
  0.958, // pairs
  0.514, // amounts
  2.0, // citations
  1.654, // policyShare
  1.442, // policyTerms
  0.797, // schoolFits
  -1.22, // schoolMisses
  -1.553, // model
  0.009, // short
  -0.336, // list
  -0.809, // practice
  -0.544, // scope
]
export const confidenceWeights: readonly number[] = [
  -5.244, // bias
  -0.306, // share
  2.039, // coverage
  -0.658, // askedHeading
  -1.485, // inside
  -0.362, // outside
  -0.146, // outsideWins
  -0.121, // strange
  0.357, // margin
  0.818, // score
  1.938, // long
  -3.431, // signs
  -1.643, // known
]
