import { hash } from 'node:crypto';

/** 48 bits of a text: equal texts have equal numbers. */
export const textMark = (text: string): number => Number.parseInt(hash('sha1', text, 'hex').slice(0, 12), 16);
