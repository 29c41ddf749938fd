// Sends a question once. The answer arrives complete or by sentence; the question stays in the field until then.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askAssistant } from '../../api/hr-assistant.ts'
import { type AssistantConversationView, noAnswerSentence } from '../../domain/hr-assistant.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { toast } from '../kit/toast-store.ts'
import { conversationById } from './queries.ts'
import { askLive } from './stream.ts'

const failure = 'Failed to process your query. Please try again.'

/** Leaving the page and coming back loses nothing that was typed. */
let storedText = ''
let storedFolder = ''

export interface Asking {
  draft: string
  pending: boolean
  /** The part of the answer that has arrived so far. */
  written: string
  setDraft: (draft: string) => void
  /** Empty until someone chooses one: then the first folder in the list is meant. */
  clientFolderId: string
  setFolder: (id: string) => void
  ask: (query: string) => void
}

/** @param previousId the question that the next one follows; empty for none */
export function useAsking(
  streams: boolean,
  previousId: string,
  onAnswer: (conversation: AssistantConversationView) => void,
): Asking {
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const [draft, setTyped] = useState(storedText)
  const [clientFolderId, setChosen] = useState(storedFolder)
  const [pending, setPending] = useState(false)
  const [written, setWritten] = useState('')

  function setDraft(text: string) {
    storedText = text
    setTyped(text)
  }

  function setFolder(id: string) {
    storedFolder = id
    setChosen(id)
  }

  async function send(query: string) {
    setPending(true)
    setWritten('')
    const idempotencyKey = crypto.randomUUID()
    try {
      const conversation = await signedIn(signInAgain, () =>
        streams
          ? askLive({ query, clientFolderId, previousId }, (sentence) =>
              setWritten((text) => `${text} ${sentence}`.trim()),
            )
          : call(askAssistant, { body: { query, clientFolderId, previousId }, idempotencyKey }),
      )
      client.setQueryData(conversationById(conversation.id).queryKey, conversation)
      setDraft('')
      onAnswer(conversation)
      // Nothing may be in front of whom to call.
      if (conversation.kind !== 'crisis')
        toast({
          title: 'Query Processed',
          description:
            conversation.kind === 'not-found'
              ? noAnswerSentence
              : conversation.kind === 'clarify'
                ? 'HR Assistant needs to know which one you mean'
                : conversation.kind !== 'answer'
                  ? 'HR Assistant can’t answer this question'
                  : 'HR Assistant has found relevant information for you',
        })
      await client.invalidateQueries({ queryKey: ['hr-assistant', 'conversations'] })
    } catch (error) {
      toast.error(sentenceOf(error, failure))
    } finally {
      setPending(false)
      setWritten('')
    }
  }

  return {
    draft,
    pending,
    written,
    setDraft,
    clientFolderId,
    setFolder,
    ask(query) {
      if (query.trim() !== '' && !pending) void send(query.trim())
    },
  }
}
