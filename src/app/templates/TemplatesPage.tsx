import { PageHeading } from '../ui/layout/PageHeading';
import { Page, PageHead } from '../ui/layout/spacing';
import { Lead } from '../ui/display/text';
import { rootReducer } from '../rootReducer';
import { Gallery, GalleryToolbar } from './Gallery';
import { TemplatePreview } from './TemplatePreview';
import { selectGallery } from './templatesSelectors';
import { templatesLeft, templatesOpened, templatesSlice } from './templatesSlice';
import { useAppSelector, useOnScreen } from '../storeHooks';

templatesSlice.injectInto(rootReducer);

/** `/templates`: spreadsheets to start from. */
export function TemplatesPage() {
  useOnScreen(templatesOpened(), templatesLeft);
  const { list } = useAppSelector(selectGallery);
  return (
    <Page aria-busy={list.phase === 'loading'}>
      <PageHead>
        <div>
          <PageHeading>Templates</PageHeading>
          <Lead>Start from a sheet that already works. We copy it to your drive and check it for a new project.</Lead>
        </div>
      </PageHead>
      <GalleryToolbar />
      <Gallery />
      <TemplatePreview />
    </Page>
  );
}
