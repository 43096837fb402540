import type { Article } from '../../src/app/learn/article';

/** A guide of its Markdown. @throws Error for what a guide cannot have */
export declare function compileGuide(markdown: string): Article;
