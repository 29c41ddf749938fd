// An answer or the live stream said that nobody is signed in any more: told once here, dealt with where the screen is.

let listener = () => {}

export const tellSignedOut = () => listener()

export function onSignedOut(react: () => void): () => void {
  listener = react
  return () => {
    listener = () => {}
  }
}
