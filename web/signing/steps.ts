export const steps = ['read', 'agree', 'sign', 'review'] as const
export type Step = (typeof steps)[number]

/** The heading of a step, what the bar calls it, and the words of the button that ends it. */
export const stepWords: Record<Step, { heading: string; short: string; next: string }> = {
  read: { heading: 'Open and read', short: 'Read', next: 'I have read it' },
  agree: { heading: 'Agree to sign electronically', short: 'Agree', next: 'Agree and continue' },
  sign: { heading: 'Your signature', short: 'Sign', next: 'Review' },
  review: { heading: 'Review and sign', short: 'Review', next: 'Sign document' },
}

export const numberOf = (step: Step) => steps.indexOf(step) + 1
export const stepAfter = (step: Step): Step => steps[steps.indexOf(step) + 1] ?? step
export const stepBefore = (step: Step): Step => steps[steps.indexOf(step) - 1] ?? step
