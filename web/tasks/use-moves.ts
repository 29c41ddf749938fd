import { useState } from 'react'
import type { TaskStatus, TaskView } from '../../domain/task.ts'
import { useTaskStatus } from './actions.ts'
import type { Moves } from './board-moves.ts'

/** Moves cards: each is shown in its new column until the server has answered and the lists were read again. */
export function useMoves(): { moves: Moves; move: (task: TaskView, to: TaskStatus) => void } {
  const [moves, setMoves] = useState<Moves>(new Map())
  const change = useTaskStatus()
  function move(task: TaskView, to: TaskStatus) {
    setMoves((before) => new Map(before).set(task.id, { task, to }))
    // After a refusal, the lists have the card where it was.
    const end = () => setMoves((before) => new Map([...before].filter(([id]) => id !== task.id)))
    void change.mutateAsync({ task, to }).then(end, end)
  }
  return { moves, move }
}
