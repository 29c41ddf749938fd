// The texts of the page of the firm's own policies.

export const description =
  'Add your own policies to the library. Published policies can be part of a client’s handbook.'

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
