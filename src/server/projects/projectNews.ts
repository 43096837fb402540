import { createServerNews } from '../serverNews';

/**
 * Tells that a project, by its id, or one of its tabs is stored in another way than before, so that nobody answers from what they
 * remember of it; hears of every project that changes on this server.
 */
export const { tell: tellProjectChanged, on: onProjectChanged } = createServerNews<string>();
