export const actionWords = {
  end: { label: 'End', done: 'Client price ended' },
  delete: { label: 'Delete', done: 'Scheduled price deleted' },
} as const

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  setByAdministrators: 'Administrators set client prices.',
  noPrices: 'Recorded time uses the rate cards. A price that you agree on with this client will appear here.',
  newPrice: 'Replaces the rate card’s hourly rate for this client. Time that is already recorded keeps its price.',
  end: 'Time recorded from today on uses the rate card’s hourly rate. Time that is already recorded keeps its price.',
  delete: 'The scheduled price is deleted and won’t start. You can’t undo this.',
}
