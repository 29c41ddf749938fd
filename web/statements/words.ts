/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  partOfList: (shown: number, all: number) => `Showing ${shown} of ${all}. Totals include all of them.`,
}
