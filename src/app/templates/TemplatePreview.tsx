import { useId } from 'react';
import styled from 'styled-components';
import type { TemplateTab } from '../../contract/templates';
import { RefusalBanner } from '../ui/layout/Banner';
import { below, Stack } from '../ui/layout/spacing';
import { Button } from '../ui/forms/Button';
import { tabKeys } from '../ui/forms/tabKeys';
import { Dialog, DialogActions, DialogText } from '../ui/overlays/Dialog';
import { hangingBar, hangingTab } from '../ui/layout/hangingTabs';
import { MethodBadge } from '../ui/display/MethodBadge';
import { NewAddress } from '../ui/layout/NewAddress';
import { counted } from '../ui/display/numbers';
import { CodeBox, CodeHead, CodeText, CodeTokens, tokenize } from '../snippets/codeStyles';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { PreviewSheet } from './PreviewSheet';
import { selectGallery, selectShownPreview, type ShownPreview } from './templatesSelectors';
import { copyRequested, previewClosed, previewTabChosen } from './templatesSlice';

const Head = styled(CodeHead)`
  gap: 10px;
  padding: 8px 12px;

  & > code {
    flex: 1;
    min-width: 0;
  }
  & > span:last-child {
    color: var(--ink-3);
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
  }
  ${below.lists} {
    & > code {
      white-space: normal;
    }
    & > span:last-child {
      display: none;
    }
  }
`;

const Text = styled(CodeText)`
  height: 148px;
  padding-block: 10px;
`;

const Box = styled(CodeBox)`
  margin-top: 12px;
`;

/** Returns the first row as JSON, like the response of its endpoint. */
const rowJson = ({ columns, first }: TemplateTab) =>
  JSON.stringify(Object.fromEntries(columns.map(({ key }, at) => [key, first[0]?.[at] ?? null])), null, 2);

/** The endpoint that a tab becomes: its address, without the project's id, which does not exist yet, and a row of its response. */
const PreviewEndpoint = ({ tab }: { readonly tab: TemplateTab }) => (
  <Box aria-label="Endpoint">
    <Head>
      <MethodBadge method="GET" />
      <NewAddress name={tab.title} />
      <span>{`${counted(tab.rows, 'row')}, ${counted(tab.columns.length, 'column')}`}</span>
    </Head>
    <Text tabIndex={0} role="region" aria-label={`A row of ${tab.title} as JSON`}>
      <CodeTokens of={tokenize('json', rowJson(tab))} />
    </Text>
  </Box>
);

const Bar = styled.div`
  ${hangingBar}
`;

const Tab = styled.button`
  ${hangingTab}
`;

interface PreviewTabsProps {
  readonly tabs: readonly TemplateTab[];
  readonly current: TemplateTab;
  /** Id of the tab panel. */
  readonly panelId: string;
  readonly onChoose: (sheetId: number) => void;
}

/** The tabs of a template with their numbers of rows; arrow keys select a tab. */
function PreviewTabs({ tabs, current, panelId, onChoose }: PreviewTabsProps) {
  const onKeyDown = tabKeys(tabs, current, ({ sheetId }) => onChoose(sheetId));
  return (
    <Bar role="tablist" aria-label="Sheets" onKeyDown={onKeyDown}>
      {tabs.map(({ sheetId, title, rows }) => (
        <Tab
          key={sheetId}
          type="button"
          role="tab"
          id={`${panelId}-${sheetId}`}
          aria-selected={sheetId === current.sheetId}
          aria-controls={panelId}
          tabIndex={sheetId === current.sheetId ? 0 : -1}
          onClick={() => onChoose(sheetId)}
        >
          <span>{title}</span>
          <span>{rows}</span>
        </Tab>
      ))}
    </Bar>
  );
}

/** The dialog of a template: its tabs with their first rows and endpoints, and "Use template". */
function PreviewDialog({ template, tab }: ShownPreview) {
  const dispatch = useAppDispatch();
  const { preview } = useAppSelector(selectGallery);
  const panelId = useId();
  const rows = Math.max(...template.tabs.map(({ first }) => first.length));
  const copying = preview.phase === 'copying';
  const close = () => dispatch(previewClosed());
  return (
    <Dialog role="dialog" wide title={template.title} working={copying} onClose={close}>
      <DialogText>{template.line}</DialogText>
      <Stack $gap={0} $top={16} $bottom={12}>
        <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab.sheetId}`}>
          <PreviewSheet key={tab.sheetId} tab={tab} rows={rows} />
        </div>
        <PreviewTabs
          tabs={template.tabs}
          current={tab}
          panelId={panelId}
          onChoose={(sheetId) => dispatch(previewTabChosen({ sheetId }))}
        />
        <PreviewEndpoint key={tab.sheetId} tab={tab} />
      </Stack>
      <RefusalBanner>{preview.phase === 'open' && preview.message}</RefusalBanner>
      <DialogActions>
        <Button disabled={copying} onClick={close}>
          Back to templates
        </Button>
        <Button look="primary" loading={copying} onClick={() => dispatch(copyRequested())}>
          Use template
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The preview dialog; nothing while it is closed. */
export function TemplatePreview() {
  const shown = useAppSelector(selectShownPreview);
  return shown === undefined ? null : <PreviewDialog key={shown.template.id} {...shown} />;
}
