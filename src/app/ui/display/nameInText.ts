/** What turns the direction of writing, for all that follows. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name as it stands among words of ours: without what would turn those round. What is written from right to left by its
 * letters stays so.
 */
export const nameInText = (name: string) => name.replace(TURNING, '');
