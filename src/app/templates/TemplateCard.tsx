import styled from 'styled-components';
import type { Template } from '../../contract/templates';
import { Icon } from '../ui/display/Icon';
import { Card } from '../ui/layout/spacing';
import { TabChip, TabChipRow } from '../ui/display/TabChips';
import { Small } from '../ui/display/text';
import { SheetPicture } from './SheetPicture';
import { previewOpened } from './templatesSlice';
import { useAppDispatch } from '../storeHooks';

const Title = styled.h2`
  min-width: 0;
  font-size: var(--text-md);
  font-weight: var(--weight-semibold);
  line-height: 24px;
  letter-spacing: var(--track-snug);
`;

/** The whole card is its target. */
const Open = styled.button`
  padding: 0;
  border: 0;
  background: none;
  font-weight: inherit;
  text-align: left;

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

/** The category at rest, "Use" when the card is meant. */
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

/** A template in the gallery; pressing it shows all of it. */
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
        <TabChipRow>
          {tabs.map(({ sheetId, title: name }) => (
            <TabChip key={sheetId}>{name}</TabChip>
          ))}
        </TabChipRow>
      </Words>
    </Box>
  );
}
