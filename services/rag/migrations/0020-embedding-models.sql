-- Embedding models that an administrator of the installation added.
create table rag.embedding_models (
  id uuid primary key,
  provider text not null check (provider in ('openai_compatible', 'onnx')),
  model text not null,
  base_url text,
  query_prefix text,
  passage_prefix text,
  -- As the opened model says.
  embedder_id text not null unique,
  dimensions integer not null,
  created_by text not null,
  created_at timestamptz not null default now()
);

-- The model that workers build the index with. Without a row it is the environment's.
create table rag.embedding_choice (
  only_row boolean primary key default true check (only_row),
  -- Id of a row of rag.embedding_models, or the fixed id of the built-in model or the environment's.
  model_id uuid not null,
  chosen_at timestamptz not null default now()
);
