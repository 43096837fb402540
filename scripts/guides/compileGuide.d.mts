import type { Article } from '../../src/app/learn/article';

/** Compiles a guide from Markdown. @throws Error for Markdown that guides do not support */
export declare function compileGuide(markdown: string): Article;
