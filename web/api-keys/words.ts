/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'Keys for other programs, such as Zapier or your own scripts. A key acts for the administrator who created it.',
  none: 'Create a key to connect another program. You choose what it can read and change, and when it expires.',
  create:
    'The key can do what you can do, in the areas that you choose. It can’t sign, or change accounts and settings.',
  copy: 'Copy the key now and store it in a safe place. You can’t see it again.',
  remove: 'Programs that use this key will stop working immediately. You can’t undo this.',
  usage: 'Send the key with each call in the Authorization header, after “Bearer” and a space.',
}
