// Which release this is, as package.json says it; the build writes it into the bundle.
import about from '../../package.json' with { type: 'json' }

export const release: string = about.version
