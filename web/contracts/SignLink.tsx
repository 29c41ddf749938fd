import { Link } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'
import { classes } from '../kit/classes.ts'

export const SignLink = ({ id, className }: { id: string; className?: string }) => (
  <Link to="/contracts/$id/sign" params={{ id }} className={classes(buttonStyle('primary'), className)}>
    <PenLine />
    Sign contract
  </Link>
)
