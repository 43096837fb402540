/** What templates are sorted by, in the order they are offered. */
export const templateCategories = ['Content', 'Shop', 'Events', 'Forms', 'Work'] as const;
export type TemplateCategory = (typeof templateCategories)[number];
