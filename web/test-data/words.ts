/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  again:
    'Running it again won’t create duplicates. Once the contract is signed, it creates another one to sign. The people are fictional and can’t sign in until you invite them under User Management.',
  notHere: 'Test data is for demonstrations. This portal has real data, so you can’t generate test data here.',
}
