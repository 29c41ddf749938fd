// The texts of the page of the firm's own policies.

export const description =
  'Add your own policies to the library. Published policies can be part of a client’s handbook.'

export const readOnlyDescription =
  'View the policies that administrators add. Published policies can be part of a client’s handbook.'

export const emptyWords = {
  active: {
    title: 'No policies of your own yet',
    text: 'Policies will appear here when an administrator adds one.',
  },
  retired: {
    title: 'No retired policies',
    text: 'Policies will appear here when an administrator retires one.',
  },
}

export const publishWords = (version: number, title: string) => ({
  title: `Publish version ${version} of “${title}”?`,
  question: 'Handbooks you send from now on will use this text. Handbooks already sent don’t change.',
  act: 'Publish version',
})

export const retireWords = (title: string) => ({
  title: `Retire “${title}”?`,
  question: 'You won’t be able to add it to handbooks. Handbooks already sent don’t change. You can restore it.',
  act: 'Retire policy',
})

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  newPolicy: 'A draft for you and your team. Publish it before you add it to a handbook.',
  policyText:
    'Headings begin with ## or ###, list items with - or 1. Fields are in brackets: [Employer], [HR contact]. Text for some employers is between “::: employees 50+, sector private” and “:::”.',
}

/** The text of a new policy. */
export const outline = `## Purpose

Why [Employer] has this policy.

## Scope

Who must follow it.

## Policy

What is expected.

## Procedures

1. What happens first, by whom, and within how many days.

## Responsibilities

- **Employees** must …
- **Supervisors** must …

## Reporting and non-retaliation

Report a concern to [HR contact] or [alternate contact]. Retaliation is prohibited.

## Consequences

What follows a violation.
`
