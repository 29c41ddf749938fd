/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  notFound: 'There is no page at this address. It may have been moved, or the link may be incomplete.',
  noAccess: 'Your role doesn’t include this page. If you need access, ask an administrator.',
}
