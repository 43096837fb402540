import type { Template } from '../../contract/templates';
import { blogPosts } from './content/blogPosts';
import { contactForm } from './content/contactForm';
import { crm } from './content/crm';
import { eventRsvp } from './content/eventRsvp';
import { faq } from './content/faq';
import { featureRoadmap } from './content/featureRoadmap';
import { jobBoard } from './content/jobBoard';
import { linkInBio } from './content/linkInBio';
import { productCatalogue } from './content/productCatalogue';
import { teamDirectory } from './content/teamDirectory';
import type { WrittenTemplate } from './writtenTemplate';

/** Every template, in the order of the gallery. */
export const templates: readonly WrittenTemplate[] = [
  productCatalogue,
  eventRsvp,
  jobBoard,
  contactForm,
  blogPosts,
  teamDirectory,
  crm,
  faq,
  linkInBio,
  featureRoadmap,
];

/** Rows of a tab that the gallery shows. */
const SHOWN = 8;

/** A template as the gallery answers it. Tabs are numbered as in its workbook. */
export const templateView = ({ tabs, ...template }: WrittenTemplate): Template => ({
  ...template,
  tabs: tabs.map(({ title, columns, rows }, at) => ({
    sheetId: at + 1,
    title,
    rows: rows.length,
    columns: [...columns],
    first: rows.slice(0, SHOWN).map((row) => [...row]),
  })),
});
