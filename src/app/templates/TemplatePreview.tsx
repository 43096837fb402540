import { useId } from 'react';
import styled from 'styled-components';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Dialog, DialogActions, DialogText } from '../parts/Dialog';
import { PreviewEndpoint } from './PreviewEndpoint';
import { PreviewSheet } from './PreviewSheet';
import { PreviewTabs } from './PreviewTabs';
import { selectPreview, selectShownPreview, type ShownPreview } from './templatesSelectors';
import { previewClosed, previewTabChosen, copyRequested } from './templatesSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Shown = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin: 16px 0 12px;
`;

/** All of a template: its tabs, their first rows, their endpoints, and the way to use it. */
function Opened({ template, tab }: ShownPreview) {
  const dispatch = useAppDispatch();
  const preview = useAppSelector(selectPreview);
  const panelId = useId();
  const rows = Math.max(...template.tabs.map(({ first }) => first.length));
  const copying = preview.phase === 'copying';
  const close = () => dispatch(previewClosed());
  return (
    <Dialog role="dialog" wide title={template.title} working={copying} onClose={close}>
      <DialogText>{template.line}</DialogText>
      <Shown>
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
      </Shown>
      {preview.phase === 'refused' && (
        <Banner kind="danger" alert>
          {preview.message}
        </Banner>
      )}
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

/** The preview, while a template is looked at. */
export function TemplatePreview() {
  const shown = useAppSelector(selectShownPreview);
  return shown === undefined ? null : <Opened key={shown.template.id} {...shown} />;
}
