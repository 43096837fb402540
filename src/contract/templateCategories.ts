/** Categories of templates, in the order in which they are shown. */
export const templateCategories = ['Content', 'Shop', 'Events', 'Forms', 'Work'] as const;
export type TemplateCategory = (typeof templateCategories)[number];
