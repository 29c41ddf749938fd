/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  notFound: 'There is no page at this address. It may have been moved, or the link may be incomplete.',
  linkNotFound: 'A part of the link may be missing. Open the whole link from your email, or copy all of it.',
  noAccess: 'Your role doesn’t include this page. If you need access, ask an administrator.',
}
