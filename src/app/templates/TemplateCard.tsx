import styled from 'styled-components';
import type { Template, TemplateTab } from '../../contract/templates';
import { Icon } from '../ui/display/Icon';
import { Card, Row } from '../ui/layout/spacing';
import { TabChip } from '../ui/display/TabChips';
import { Small, SmallTitle, ellipsis } from '../ui/display/text';
import { previewOpened } from './templatesSlice';
import { useAppDispatch } from '../storeHooks';
import type { CSSProperties } from 'react';
import { cellText } from './PreviewSheet';
import { SheetCells } from '../ui/layout/MiniSheet';

/** Rows and columns of the picture: three visible columns, and one that scrolls into view on hover. */
const ROWS = 3;
const COLUMNS = 4;

/** Sizes in pixels; a column is about as wide as its longest text, within limits. */
const LETTER_WIDTH = 6.9;
const PADDING = 20;
const MIN_COLUMN_WIDTH = 84;
const MAX_COLUMN_WIDTH = 150;

const ROW_NUMBER_WIDTH = 36;

const PictureBox = styled.div`
  height: 140px;
  overflow: hidden;
  padding: 16px 0 0 16px;
  border-bottom: 1px solid var(--line);
  background: var(--subtle);
`;

const Sheet = styled.div`
  height: 100%;
  overflow: hidden;
  border: 1px solid var(--line-strong);
  border-right: 0;
  border-bottom: 0;
  border-radius: 8px 0 0;
  background: var(--surface);
`;

/** Borders belong to the cells, so that they move with them. */
const Grid = styled.table`
  width: calc(100% + var(--first));
  table-layout: fixed;
  border-collapse: separate;
  border-spacing: 0;
  font-size: var(--text-xs);
  line-height: 16px;

  th,
  td {
    height: 24px;
    padding: 0 9px;
    ${ellipsis}
    border-right: 1px solid var(--line);
    border-bottom: 1px solid var(--line);
    color: var(--ink-2);
    font-weight: var(--weight-regular);
  }
  th,
  td:first-child {
    color: var(--ink-3);
    background: var(--sheet-head);
    text-align: center;
  }
  th:first-child,
  td:first-child {
    position: relative;
    z-index: 1;
    padding: 0;
  }
  tbody tr:first-child td:not(:first-child) {
    color: var(--ink);
    font-weight: var(--weight-semibold);
  }
  th:not(:first-child),
  td:not(:first-child) {
    transition: translate var(--t-slow) var(--ease);
  }
`;

function widthOf({ columns, first }: TemplateTab, at: number): number {
  const texts = [columns[at]?.key ?? '', ...first.slice(0, ROWS).map((row) => cellText(row[at] ?? null))];
  const width = Math.max(...texts.map((text) => text.length)) * LETTER_WIDTH + PADDING;
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));
}

/**
 * A picture of a sheet's upper left corner. It is decoration, hidden from screen readers; on hover its card scrolls it by the width of the
 * first column (`--first`).
 */
function SheetPicture({ tab }: { readonly tab: TemplateTab }) {
  const columns = tab.columns.slice(0, COLUMNS);
  const first = tab.first.slice(0, ROWS).map((row) => columns.map((_, column) => cellText(row[column] ?? null)));
  const rows = [columns.map(({ key }) => key), ...first];
  const style: CSSProperties & Record<'--first', string> = { '--first': `${widthOf(tab, 0)}px` };
  return (
    <PictureBox aria-hidden="true">
      <Sheet>
        <Grid style={style}>
          <colgroup>
            <col width={ROW_NUMBER_WIDTH} />
            {columns.map(({ key }, at) => (
              <col key={key} width={at < COLUMNS - 1 ? widthOf(tab, at) : undefined} />
            ))}
          </colgroup>
          <SheetCells rows={rows} />
        </Grid>
      </Sheet>
    </PictureBox>
  );
}

const Title = styled(SmallTitle).attrs({ as: 'h2' })`
  min-width: 0;
`;

/** The button that opens the preview; the whole card is its click target. */
const Open = styled.button`
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: var(--r-lg);
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
`;

/** Shows the category, and "Use" while the card has hover or focus. */
const Corner = styled.span`
  display: grid;
  flex: none;
  align-items: center;
  justify-items: end;

  & > span {
    grid-area: 1 / 1;
    color: var(--ink-3);
    font-size: var(--text-xs);
  }
  & > b {
    display: flex;
    grid-area: 1 / 1;
    align-items: center;
    gap: 4px;
    color: var(--accent-text);
    font-size: var(--text-sm);
    font-weight: var(--weight-semibold);
    visibility: hidden;
  }
`;

const Box = styled(Card)`
  position: relative;
  display: flex;
  flex-direction: column;
  height: 100%;
  overflow: hidden;
  transition:
    border-color var(--t),
    box-shadow var(--t);

  &:hover,
  &:has(:focus-visible) {
    border-color: var(--line-control);
    box-shadow: var(--shadow-2);

    ${Corner} > span {
      visibility: hidden;
    }
    ${Corner} > b {
      visibility: visible;
    }
    @media (prefers-reduced-motion: no-preference) {
      th:not(:first-child),
      td:not(:first-child) {
        translate: calc(-1 * var(--first));
      }
    }
  }
  &:has(:focus-visible) {
    overflow: visible;
  }
`;

const Words = styled.div`
  padding: 16px 18px 18px;

  & > div:first-child {
    display: flex;
    align-items: flex-start;
    justify-content: space-between;
    gap: 12px;
    line-height: 24px;
  }
  & > p {
    margin: 2px 0 10px;
  }
`;

/** A template in the gallery; a click opens its preview. */
export function TemplateCard({ template }: { readonly template: Template }) {
  const dispatch = useAppDispatch();
  const { id, title, line, category, tabs } = template;
  const [first] = tabs;
  if (first === undefined) return null;
  return (
    <Box>
      <SheetPicture tab={first} />
      <Words>
        <div>
          <Title>
            <Open
              type="button"
              aria-haspopup="dialog"
              onClick={() => dispatch(previewOpened({ templateId: id, sheetId: first.sheetId }))}
            >
              {title}
            </Open>
          </Title>
          <Corner>
            <span>{category}</span>
            <b aria-hidden="true">
              Use
              <Icon name="arrow" size={14} />
            </b>
          </Corner>
        </div>
        <Small>{line}</Small>
        <Row $gap={4} $top={4}>
          {tabs.map(({ sheetId, title: name }) => (
            <TabChip key={sheetId}>{name}</TabChip>
          ))}
        </Row>
      </Words>
    </Box>
  );
}
