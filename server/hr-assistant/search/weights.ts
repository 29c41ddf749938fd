// Fitted once, on 1,412 questions of our own, in the order of the names.
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
  -1.065, // model
  0.057, // short
  -0.192, // list
  -0.815, // practice
  -0.441, // scope
  1.037, // policySays
  0.871, // answers
]
/** That the first policy is the right one. */
export const confidenceWeights: readonly number[] = [
  -9.175, // bias
  0.392, // share
  0.491, // coverage
  0.752, // askedHeading
  1.222, // inside
  -2.228, // outside
  -1.126, // outsideWins
  -0.369, // strange
  0.789, // margin
  0.314, // score
  -1.214, // long
  -1.432, // signs
  0.405, // known
  0.484, // things
  0.133, // oneThing
  -0.162, // noThing
  0.711, // exact
  -1.232, // missed
  0.16, // mostMissed
  1.526, // inOtherWords
  2.478, // few
  0.543, // belonging
]
/** That the library answers the question at all. */
export const answerableWeights: readonly number[] = [
  -2.524, // bias
  -0.192, // share
  -0.229, // coverage
  1.312, // askedHeading
  1.269, // inside
  -3.512, // outside
  -1.55, // outsideWins
  -0.138, // strange
  -0.142, // margin
  -0.044, // score
  0.512, // long
  -2.421, // signs
  -0.078, // known
  0.789, // things
  0.231, // oneThing
  -0.9, // noThing
  1.067, // exact
  -2.278, // missed
  -0.422, // mostMissed
  0.481, // inOtherWords
  1.318, // few
  0.987, // belonging
]
/** That a sentence holds a fact that is asked for. */
export const sentenceWeights: readonly number[] = [
  -2.422, // bias
  2.552, // coverage
  0.963, // sameWords
  1.35, // answers
  -0.891, // kindAsked
  -0.142, // behind
  1.132, // first
  0.292, // second
  -1.327, // place
  -0.408, // block
  0.475, // long
  0.453, // part
  0.498, // parts
  -0.458, // law
  -0.342, // pointer
  0.319, // figure
]
