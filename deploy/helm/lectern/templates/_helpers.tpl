{{- define "lectern.name" -}}
{{- if contains "lectern" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-lectern{{ end }}
{{- end }}

{{- /* Labels by which a process is selected: (list $ "gateway") */ -}}
{{- define "lectern.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: lectern
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "lectern.labels" -}}
{{- $root := index . 0 -}}
{{ include "lectern.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ $root.Chart.Name }}-{{ $root.Chart.Version }}
{{- end }}

{{- /* (list $ "rag"): by digest where one is given, else by tag. */ -}}
{{- define "lectern.image" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $image := $root.Values.image -}}
{{- $repository := printf "%s/%s" (trimSuffix "/" $image.repository) $name -}}
{{- with get $image.digests $name -}}
{{ $repository }}@{{ . }}
{{- else -}}
{{ $repository }}:{{ $image.tag | default $root.Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "lectern.secret" -}}
{{- $root := index . 0 -}}
{{- $process := index . 1 -}}
{{- get $root.Values.secrets.existing $process | default (printf "%s-%s" (include "lectern.name" $root) $process) }}
{{- end }}

{{- /* A value as text: whole numbers without an exponent. */ -}}
{{- define "lectern.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ printf "%.0f" . }}{{ else }}{{ toString . }}{{ end }}
{{- end }}

{{- define "lectern.url" -}}
{{- $root := index . 0 -}}
http://{{ include "lectern.name" $root }}-{{ index . 1 }}:8000
{{- end }}

{{- /* Settings of a process, (list $ name process): addresses, files with secrets, then the site's own. */ -}}
{{- define "lectern.environment" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $process := index . 2 -}}
{{- range $setting, $value := $process.environment }}
- { name: {{ $setting }}, value: {{ $value | quote }} }
{{- end }}
{{- range $process.calls }}
{{- if ne . "parser" }}
- { name: {{ if eq . "gateway" }}GATEWAY_URL{{ else }}{{ upper . }}_SERVICE_URL{{ end }}, value: {{ include "lectern.url" (list $root .) | quote }} }
{{- end }}
{{- end }}
{{- if has $name (list "gateway" "llm" "rag") }}
- { name: LECTERN_PUBLIC_URL, value: {{ $root.Values.publicUrl | quote }} }
{{- end }}
{{- $files := dict -}}
{{- range $setting, $key := $process.secrets }}{{ $_ := set $files $setting $key }}{{ end }}
{{- range $setting, $key := $process.optionalSecrets }}
{{- if has $setting $root.Values.secrets.optional }}{{ $_ := set $files $setting $key }}{{ end }}
{{- end }}
{{- range $setting, $key := $files }}
- { name: {{ $setting }}_FILE, value: /run/secrets/{{ $key }} }
{{- end }}
{{- range $setting := $process.settings }}
{{- if hasKey $root.Values.settings $setting }}
- { name: {{ $setting }}, value: {{ include "lectern.text" (get $root.Values.settings $setting) | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{- define "lectern.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
runAsNonRoot: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* Account of the image's user `node`. */ -}}
{{- define "lectern.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "lectern.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- /* Host of publicUrl. */ -}}
{{- define "lectern.host" -}}
{{- regexReplaceAll ":[0-9]+$" (urlParse .Values.publicUrl).host "" }}
{{- end }}

{{- /* Whether a process scales by its own: (list $ name), "true" or "". */ -}}
{{- define "lectern.scaled" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- if or (get $root.Values.processes $name).autoscaling.enabled (and (eq $name "worker") $root.Values.keda.enabled) }}true{{ end }}
{{- end }}

{{- /* Rules between values, which a schema can't name clearly. */ -}}
{{- define "lectern.check" -}}
{{- $values := .Values -}}
{{- $problems := list -}}
{{- if not $values.publicUrl }}{{ $problems = append $problems "publicUrl: is needed, for example https://docs.example.org" }}{{ end }}
{{- if not (and $values.settings.WEAVIATE_URL $values.settings.WEAVIATE_GRPC_URL) }}{{ $problems = append $problems "settings.WEAVIATE_URL and settings.WEAVIATE_GRPC_URL: are needed" }}{{ end }}
{{- if not (or $values.settings.S3_BUCKET $values.blobs.existingClaim) }}{{ $problems = append $problems "settings.S3_BUCKET: is needed, or blobs.existingClaim with a volume that several nodes can write" }}{{ end }}
{{- if and $values.settings.S3_ENDPOINT (not $values.settings.S3_BUCKET) }}{{ $problems = append $problems "settings.S3_BUCKET: is needed with settings.S3_ENDPOINT" }}{{ end }}
{{- if ne (hasKey $values.settings "AWS_ACCESS_KEY_ID") (has "AWS_SECRET_ACCESS_KEY" $values.secrets.optional) }}{{ $problems = append $problems "settings.AWS_ACCESS_KEY_ID: goes with AWS_SECRET_ACCESS_KEY in secrets.optional" }}{{ end }}
{{- range $name, $process := $values.processes }}
{{- if and $process.autoscaling.enabled (gt ($process.autoscaling.minReplicas | int) ($process.autoscaling.maxReplicas | int)) }}{{ $problems = append $problems (printf "processes.%s.autoscaling.minReplicas: must not exceed maxReplicas" $name) }}{{ end }}
{{- end }}
{{- if and $values.keda.enabled $values.processes.worker.autoscaling.enabled }}{{ $problems = append $problems "keda.enabled: excludes processes.worker.autoscaling.enabled" }}{{ end }}
{{- if and $values.keda.enabled (not $values.keda.prometheusUrl) }}{{ $problems = append $problems "keda.prometheusUrl: is needed with keda.enabled" }}{{ end }}
{{- if and $values.externalSecrets.enabled (not $values.externalSecrets.store.name) }}{{ $problems = append $problems "externalSecrets.store.name: is needed with externalSecrets.enabled" }}{{ end }}
{{- if and $values.httpRoute.enabled (not $values.httpRoute.parentRefs) }}{{ $problems = append $problems "httpRoute.parentRefs: is needed with httpRoute.enabled" }}{{ end }}
{{- if $problems }}{{ fail (printf "\n  %s" (join "\n  " $problems)) }}{{ end }}
{{- end }}
