// What the public page shows only when someone acts: the code, and its styles.

export const loadSignIn = () => withStyles(import('../sign-in/SignInDialog.tsx'))
export const loadToaster = () => withStyles(import('../kit/Toaster.tsx'))

async function withStyles<T>(code: Promise<T>): Promise<T> {
  try {
    return (await Promise.all([code, import('./late.css')]))[0]
  } catch (error) {
    // What Vite leaves of a sheet that did not come would pass for the sheet at the next try.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (link.sheet === null) link.remove()
    throw error
  }
}
