/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'A policy to adopt, with your name, size, and sector filled in. Review it with us before you use it.',
  pageOf: (title: string) =>
    `The policy “${title}”, to adopt with your name, size, and sector filled in. Review it with us before you use it.`,
  employerUnknown:
    'Enter the number of employees and the sector to choose the right text. Until then, each part says who it applies to.',
}
