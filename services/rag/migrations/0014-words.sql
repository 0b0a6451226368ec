-- What the words of documents hash to, so that a mistyped word finds the one that was meant. They
-- outlive their document, so the words themselves are not kept.
create table rag.words (
  organisation_id text not null,
  word bigint not null,
  primary key (organisation_id, word)
);

create function rag.hash_word(word text) returns bigint immutable strict parallel safe language sql
  as $$ select ('x' || left(md5(word), 16))::bit(64)::bigint $$;

insert into rag.words
  select distinct k.organisation_id, rag.hash_word(found.word[1])
  from rag.chunks k
  cross join lateral regexp_matches(lower(normalize(k.text, NFKC)), '[[:alpha:]]{4,31}', 'g') as found(word)
  union
  select d.organisation_id, rag.hash_word(found.word[1])
  from rag.documents d
  cross join lateral regexp_matches(lower(normalize(d.title, NFKC)), '[[:alpha:]]{4,31}', 'g') as found(word);
