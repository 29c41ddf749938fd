// Runs in the head of the app's page, before anything is drawn: a file of its own, since no inline script is allowed.
import { followTheme } from './theme.ts'

followTheme()
