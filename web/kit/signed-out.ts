// An answer or the live stream said that the session has ended: reported once here, handled where the screen is.

let listener = () => {}

export const reportSignedOut = () => listener()

export function onSignedOut(react: () => void): () => void {
  listener = react
  return () => {
    listener = () => {}
  }
}
