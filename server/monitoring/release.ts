// The release in package.json; the build inlines it.
import about from '../../package.json' with { type: 'json' }

export const release: string = about.version
