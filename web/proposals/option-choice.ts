// The client's choice among the optional services, until the proposal is approved with it.
import { useState } from 'react'
import type { ProposalView } from '../../domain/proposal.ts'
import { agreedTotal, hasOptions } from '../../domain/proposal-options.ts'

export interface OptionChoice {
  chosenOptionIds: string[]
  /** The total of the proposal with this choice, in cents. */
  total: number
  change: (optionId: string, isChosen: boolean) => void
}

/** Null for a proposal without optional services, and for anyone who can't approve it. */
export function useOptionChoice(proposal: ProposalView): OptionChoice | null {
  const [chosen, setChosen] = useState<readonly string[]>([])
  if (!hasOptions(proposal) || !proposal.allowed.includes('approve')) return null
  const chosenOptionIds = proposal.services.flatMap(({ optionId }) =>
    optionId !== undefined && chosen.includes(optionId) ? [optionId] : [],
  )
  return {
    chosenOptionIds,
    total: agreedTotal({ services: proposal.services, chosenOptionIds }),
    change: (optionId, isChosen) =>
      setChosen((before) => (isChosen ? [...before, optionId] : before.filter((each) => each !== optionId))),
  }
}

/** What the client chose, for the dialog: "With Training and Audit." */
export function choiceWords({ services }: Pick<ProposalView, 'services'>, { chosenOptionIds }: OptionChoice): string {
  const names = services.flatMap(({ optionId, customName }) =>
    optionId !== undefined && chosenOptionIds.includes(optionId) ? [customName] : [],
  )
  return names.length === 0 ? 'Without optional services.' : `With ${new Intl.ListFormat('en-US').format(names)}.`
}
