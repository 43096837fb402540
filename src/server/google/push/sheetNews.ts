import { createServerNews } from '../../serverNews';

/** Tells that Google has said that a spreadsheet, by its id, has changed; hears of that on this server. */
export const { tell: tellSheetChanged, on: onSheetChanged } = createServerNews<string>();
