/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  passwordRule: (least: number) =>
    `At least ${least} characters, of any kind. Four or five words make a good password.`,
}
