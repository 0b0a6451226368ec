-- Rerankers that an administrator of the installation added.
create table rag.rerankers (
  id uuid primary key,
  provider text not null check (provider in ('cohere', 'jina', 'tei', 'onnx')),
  model text,
  base_url text,
  -- Sealed.
  api_key text,
  created_by text not null,
  created_at timestamptz not null default now(),
  constraint rerankers_model unique nulls not distinct (provider, model, base_url)
);

-- The reranker that sorts results. Without a row it is the environment's.
create table rag.reranker_choice (
  only_row boolean primary key default true check (only_row),
  -- Id of a row of rag.rerankers, or a fixed id: without a reranker, or the environment's.
  reranker_id uuid not null
);
